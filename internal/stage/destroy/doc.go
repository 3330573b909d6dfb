// Package destroy protects objects from a destruction, tells what goes with them, and refuses it while others point at them.
package destroy
