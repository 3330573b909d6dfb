import {
  to = inference_objective.interactive
  identity = {
    namespace = "default"
    name      = "interactive"
  }
}
