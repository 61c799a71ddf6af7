import './demo/starts.js';

// Looks back at all that the services of the above have logged, so it comes last.
import './http/seen-log.js';
