/** The headers of a rendered template, whose author may be hostile: no scripts run, and only images load. */
export function renderedPageHeaders(mediaType: 'text/html' | 'text/plain'): Record<string, string> {
  return {
    'Content-Type': `${mediaType}; charset=utf-8`,
    'Content-Security-Policy': "sandbox; default-src 'none'; img-src https: data:; style-src 'unsafe-inline'",
    'X-Content-Type-Options': 'nosniff',
  };
}
