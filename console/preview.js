import { element } from './dom.js';

/**
 * An email as its recipients see it. Its HTML goes into a sandboxed frame inside a page of ours with a policy of its
 * own: the email keeps its styles, which this page's policy would refuse, and no script can run there.
 *
 * @param {string} html
 * @returns {HTMLIFrameElement}
 */
export function previewOf(html) {
  /** @type {HTMLIFrameElement} */
  const page = element('iframe', {
    class: 'preview',
    src: '/console/preview',
    title: 'Test render',
    load: () => {
      const frame = page.contentDocument?.querySelector('iframe');
      if (frame) frame.srcdoc = html;
    },
  });
  return page;
}
