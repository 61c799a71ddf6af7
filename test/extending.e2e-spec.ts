// What answers here is another build, with more in it than the documents of this one say: no look back at the answers.
import './extending/generators.js';
