/** The most that a template may become, in bytes of UTF-8. */
export const MAX_OUTPUT_BYTES = 1024 * 1024;

/** What a render thread may keep of what it has made, in bytes, for later renders. */
export const DEFAULT_CACHE_BYTES = 64 * 1024 * 1024;

/**
 * What one template may hold. Each is far above what an email needs and far below where Handlebars or MJML take
 * seconds: the cost of either grows with the square of these or worse, so they are counted before anything is parsed.
 */
export const TEMPLATE_LIMITS = {
  expressions: 1_000,
  blockDepth: 24,
  parentheses: 8,
  pathSeparators: 32,
  elements: 1_500,
  elementDepth: 32,
  carouselImages: 20,
  fontFamilies: 1_000,
  selectors: 20,
  selectorLength: 128,
  /** In the styles of an HTML template. */
  styleSelectors: 500,
} as const;
