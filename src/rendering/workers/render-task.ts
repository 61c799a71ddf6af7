import type { RenderReport } from '../domain/render-report.js';
import type { TemplateCheck, TemplateFault } from '../domain/template-fault.js';
import type { StagedSource } from '../domain/template-source.js';
import type { UsedVariable } from '../domain/used-variable.js';

/** A task for a render thread. */
export type RenderTask =
  | { readonly kind: 'check'; readonly source: StagedSource; readonly emailKind: string | null }
  /** Several templates one after the other, under one deadline. */
  | { readonly kind: 'check all'; readonly sources: readonly StagedSource[] }
  /** A text that is a part of templates: only what binds its variables looks at it. */
  | { readonly kind: 'check part'; readonly source: StagedSource }
  | { readonly kind: 'variables'; readonly source: StagedSource }
  | { readonly kind: 'check line'; readonly source: StagedSource }
  | {
      readonly kind: 'line';
      readonly source: StagedSource;
      /** See variablesText. */
      readonly variables: string;
    }
  | {
      readonly kind: 'report';
      readonly source: StagedSource;
      /** See variablesText. */
      readonly variables: string;
      readonly emailKind: string | null;
    }
  | {
      readonly kind: 'render';
      /** The partner whose stored structures are used; null where none are. */
      readonly structuresOf: number | null;
      readonly source: StagedSource;
      /** See variablesText. */
      readonly variables: string;
    };

/**
 * How it ended. `stopped`: its thread was ended meanwhile, because the task used up its CPU time or memory, or because
 * the thread did nothing any more (`stalled`), for which the template is not to blame.
 */
export type RenderAnswer =
  | { readonly kind: 'checked'; readonly check: TemplateCheck }
  | { readonly kind: 'checked all'; readonly checks: readonly TemplateCheck[] }
  | { readonly kind: 'found'; readonly variables: readonly UsedVariable[] }
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'reported'; readonly report: RenderReport }
  | { readonly kind: 'rendered'; readonly html: Uint8Array; readonly text: string }
  | { readonly kind: 'refused'; readonly reason: 'fault' | 'limit'; readonly fault: TemplateFault }
  | { readonly kind: 'stopped'; readonly reason: 'deadline' | 'memory' | 'stalled' }
  | { readonly kind: 'failed'; readonly message: string };
