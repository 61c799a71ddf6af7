import './egress/answers.js';
import './egress/certificates.js';
import './egress/connections.js';
import './egress/deadline.js';
import './egress/documents.js';
import './egress/exhaustion.js';
import './egress/names.js';
