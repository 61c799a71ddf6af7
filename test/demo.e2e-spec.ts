import './demo/starts.js';
