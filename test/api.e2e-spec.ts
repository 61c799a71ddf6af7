import './http/errors.js';
import './http/methods.js';
import './http/openapi.js';
