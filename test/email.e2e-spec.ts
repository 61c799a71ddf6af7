import './email/asking.js';
import './email/sending.js';
import './email/relay-away.js';
import './email/stopping.js';
import './email/log.js';

// Looks back at what all of the above have seen, so it comes last.
import './http/seen-answers.js';
import './http/seen-log.js';
