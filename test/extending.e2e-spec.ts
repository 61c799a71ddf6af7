// What answers here is another build, with more in it than the documents of this one say: no look back at the answers.
import './extending/generators.js';

// Looks back at all that the services of the above have logged, so it comes last.
import './http/seen-log.js';
