import type { RenderReport } from '../domain/render-report.js';
import type { TemplateCheck, TemplateFault } from '../domain/template-fault.js';
import type { StagedSource } from '../domain/template-source.js';
import type { UsedVariable } from '../domain/used-variable.js';

/** A task for a render thread. */
export type RenderTask =
  | { readonly kind: 'check'; readonly source: StagedSource; readonly emailKind: string | null }
  /** Checks several templates sequentially within one deadline. */
  | { readonly kind: 'check all'; readonly sources: readonly StagedSource[] }
  /** Checks a part of templates, which only the binder can parse. */
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
      /** The partner whose stored structures are used, or null. */
      readonly structuresOf: number | null;
      readonly source: StagedSource;
      /** See variablesText. */
      readonly variables: string;
    };

/**
 * The result of a task. `stopped`: the thread was terminated because the task used up its CPU time or memory, or
 * because the thread stalled, which is not the template's fault.
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
