import './console/portal-links.js';
import './console/pages.js';
import './console/browser.js';
import './console/templates.js';
import './console/emails.js';

// Looks back at what all of the above have seen, so it comes last.
import './http/seen-answers.js';
import './http/seen-log.js';
