import './http/errors.js';
