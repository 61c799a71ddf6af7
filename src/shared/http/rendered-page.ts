/** The headers of a rendered template. Its author may be hostile: nothing in it runs, and it loads only images. */
export function renderedPageHeaders(mediaType: 'text/html' | 'text/plain'): Record<string, string> {
  return {
    'Content-Type': `${mediaType}; charset=utf-8`,
    'Content-Security-Policy': "sandbox; default-src 'none'; img-src https: data:; style-src 'unsafe-inline'",
    'X-Content-Type-Options': 'nosniff',
  };
}
