# Prefill and decode instances come and go by what a Prometheus measures, with one prefill instance for each to four decode
# instances. Of decode instances one goes in ten minutes at most.
resource "inference_kthena_autoscaling_policy" "deepseek" {
  metadata = { name = "deepseek", namespace = "default" }
  spec = {
    tolerance_percent = 15
    metrics           = [{ name = "load", target_value = "8" }]
    behavior = {
      scale_down = { instances = 1, period = "10m", select_policy = "And", stabilization_window = "10m" }
      scale_up = {
        stable_policy = { instances = 2, period = "30s", stabilization_window = "0s" }
        panic_policy  = { period = "15s", percent = 500, panic_threshold_percent = 150, panic_mode_hold = "2m" }
      }
    }
    disaggregated_target = {
      target_ref = { name = "deepseek" }
      roles = {
        for role, most in { prefill = 4, decode = 16 } : role => {
          min_replicas              = 1
          max_replicas              = most
          metric_sources = {
            load = { prometheus = { server_url = "http://prometheus.monitoring:9090", query = "avg(${role}_load)" } }
          }
        }
      }
      ratio_constraint = { numerator_role = "prefill", denominator_role = "decode", min_ratio = "0.25", max_ratio = "1" }
    }
  }
}
