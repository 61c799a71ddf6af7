import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/frame.css';
import { beginCalls } from './api/early-calls';
import { keeper } from './session/keeper';
import { firstCalls } from './shell/first-calls';
import { isStudio, NARROW_IN_STUDIO } from './shell/narrow-sidebar';
import { preferences } from './shell/preferences';
import { isView, viewLoaders } from './shell/view-loaders';

// The view and its answers load together with the code that renders it.
const [, view = 'overview', segment = '', query = ''] =
  /^#\/(\w+)\/?([^/?]*)[^?]*(\?.*)?/.exec(location.hash) ?? [];
const session = keeper.read();
const brings = location.hash.startsWith('#link=');
const frame = document.querySelector<HTMLElement>('.frame');
if (session === null && !brings) frame?.remove();
else if (frame !== null) {
  const givesWay = isStudio(view, segment) && matchMedia(NARROW_IN_STUDIO).matches;
  frame.dataset.narrow = String(givesWay || preferences.read().isSidebarNarrow);
}
if (isView(view)) {
  viewLoaders[view]().catch(() => undefined);
  if (session !== null && !brings) {
    beginCalls(firstCalls(view, segment, new URLSearchParams(query)), session.key);
  }
}
// One after the other, so that the browser can respond in between.
void import('react-dom/client').then(() => import('./app')).then(({ start }) => start());
