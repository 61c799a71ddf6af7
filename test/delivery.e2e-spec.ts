import './delivery/delivering.js';
import './delivery/dying.js';
import './delivery/changing.js';
import './delivery/log.js';
import './delivery/fairness.js';
import './delivery/apart.js';
import './delivery/retention.js';
import './delivery/erasure.js';
import './delivery/holding.js';
import './delivery/lost-settings.js';

// Looks back at what all of the above have seen, so it comes last.
import './http/seen-answers.js';
import './http/seen-log.js';
