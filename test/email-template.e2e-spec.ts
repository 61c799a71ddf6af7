import './email-template/assignments.js';
import './email-template/compiling.js';
import './email-template/email-kinds.js';
import './email-template/hostile-templates.js';
import './email-template/looks.js';
import './email-template/mistakes.js';
import './email-template/rendering.js';
import './email-template/reports.js';
import './email-template/templates.js';
import './email-template/variables.js';
import './email-template/versions.js';
import './email-template/warnings.js';

// Looks back at what all of the above have seen, so it comes last.
import './http/seen-answers.js';
import './http/seen-log.js';
