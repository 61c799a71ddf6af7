/** An email whose only column has this content. */
export function inColumn(content: string, head = ''): string {
  return `<mjml><mj-head>${head}</mj-head><mj-body><mj-section><mj-column>${content}</mj-column></mj-section></mj-body></mjml>`;
}
