import './email-template/compiling.js';
import './email-template/hostile-templates.js';
import './email-template/rendering.js';
import './email-template/templates.js';
