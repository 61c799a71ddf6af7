/**
 * Limits on one template and its output that operators can set. The defaults are far above what an email needs, and far
 * below where Handlebars or MJML take seconds. The cost of either grows at least quadratically, so these are counted
 * before anything is parsed.
 */
export interface RenderLimits {
  /** The most bytes of output, in UTF-8. */
  readonly outputBytes: number;
  readonly expressions: number;
  /** The deepest nesting of blocks. */
  readonly blockDepth: number;
  /** MJML elements, after the variables are bound. */
  readonly elements: number;
  readonly elementDepth: number;
}

export const DEFAULT_RENDER_LIMITS: RenderLimits = {
  outputBytes: 1024 * 1024,
  expressions: 1_000,
  blockDepth: 24,
  elements: 1_500,
  elementDepth: 32,
};

/** The bytes that a render thread may cache for later renders. */
export const DEFAULT_CACHE_BYTES = 64 * 1024 * 1024;

/** Limits that are not settings. No email needs more, and more would slow down every render. */
export const FIXED_LIMITS = {
  parentheses: 8,
  pathSeparators: 32,
  carouselImages: 20,
  fontFamilies: 1_000,
  selectors: 20,
  selectorLength: 128,
} as const;
