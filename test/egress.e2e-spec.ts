// These suites try the parts that call the outside by themselves. No service runs, so there is no log to look back at.
import './egress/answers.js';
import './egress/certificates.js';
import './egress/connections.js';
import './egress/deadline.js';
import './egress/documents.js';
import './egress/exhaustion.js';
import './egress/names.js';
