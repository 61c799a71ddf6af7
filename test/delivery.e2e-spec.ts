import './delivery/delivering.js';
import './delivery/dying.js';
import './delivery/changing.js';
import './delivery/log.js';
