import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import { start } from './app';

start();
