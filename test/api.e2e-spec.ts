import './http/bodies.js';
import './http/errors.js';
import './http/hostile.js';
import './http/methods.js';
import './http/openapi.js';
