import './embedding/publishing.js';

// Looks back at what all of the above have seen, so it comes last.
import './http/seen-answers.js';
import './http/seen-log.js';
