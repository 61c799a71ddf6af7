/**
 * What an operator can set of what one template may hold and become. The defaults are far above what an email needs and
 * far below where Handlebars or MJML take seconds: the cost of either grows with the square of these or worse, so they
 * are counted before anything is parsed.
 */
export interface RenderLimits {
  /** The most that a template may become, in bytes of UTF-8. */
  readonly outputBytes: number;
  readonly expressions: number;
  /** How many blocks may stand in each other. */
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

/** What a render thread may keep of what it has made, in bytes, for later renders. */
export const DEFAULT_CACHE_BYTES = 64 * 1024 * 1024;

/** What else is counted: nobody needs more of these, and more of them harms whoever renders it. */
export const FIXED_LIMITS = {
  parentheses: 8,
  pathSeparators: 32,
  carouselImages: 20,
  fontFamilies: 1_000,
  selectors: 20,
  selectorLength: 128,
} as const;
