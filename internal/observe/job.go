package observe

import (
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
)

// job is ready once it is complete and failed once it has given up. Its status carries
// no generation, and needs none: a Job's template cannot change, and both ends are final.
//
// Mirrors kubernetes/kubernetes pkg/controller/job/job_controller.go@v1.36.3.
func job(j *batchv1.Job) Result {
	var suspended string
	for _, c := range j.Status.Conditions {
		if c.Status != corev1.ConditionTrue {
			continue
		}
		text := Condition{Type: string(c.Type), Status: string(c.Status), Reason: c.Reason, Message: c.Message}.String()
		switch c.Type {
		case batchv1.JobComplete:
			return ready("%s", text)
		case batchv1.JobFailed:
			return failed("%s", text)
		case batchv1.JobSuspended:
			suspended = text
		}
	}
	if suspended != "" {
		return notDone("%s", suspended)
	}
	return notDone("%d pods are active, %d succeeded, %d failed", j.Status.Active, j.Status.Succeeded, j.Status.Failed)
}
