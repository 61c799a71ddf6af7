import { useEffect, useMemo, useRef, useState } from 'react';
import { api, bodyOf, type Schema } from '../api/client';
import { isPassing, Refusal } from '../api/refusal';
import { problemsOf, type TemplateProblem } from './problems';
import type { Source, Variant } from './source';

/** The pause in typing before a render. */
const PAUSE_MS = 80;

/** The pause after a temporary failure without a Retry-After. */
const RETRY_MS = 5000;

/** The preview of a text that is being edited. */
export interface LiveRender {
  /** The last successful render; null before. */
  readonly report: Schema<'EmailTemplateReport'> | null;
  /** The problems at the last check. */
  readonly problems: readonly TemplateProblem[];
  /** True while the shown render is not of the present text. */
  readonly isWorking: boolean;
  /** True if the present text has errors, so that the render is of an earlier one. */
  readonly isRefused: boolean;
  /** The reason why the check failed. */
  readonly error: unknown;
  /** False until the first answer. */
  readonly isChecked: boolean;
}

type Trial = Pick<Source, 'type' | 'parser' | 'data' | 'inlineStyles'>;
interface Outcome extends Omit<LiveRender, 'isWorking' | 'isChecked'> {
  readonly key: string;
}
const NOTHING: Outcome = { key: '', report: null, problems: [], isRefused: false, error: null };

/**
 * Renders an unsaved text after each change and pause, with the given values over the sample of the kind. Only the
 * answer for the newest text counts.
 */
export function useLiveRender(
  trial: Trial,
  variant: Variant,
  values: Readonly<Record<string, unknown>>,
): LiveRender {
  const { type, parser, data, inlineStyles } = trial;
  const { kind, language } = variant;
  const body = useMemo(
    () => ({ type, parser, data, inlineStyles, kind, language, values }),
    [type, parser, data, inlineStyles, kind, language, values],
  );
  const key = useMemo(() => JSON.stringify(body), [body]);
  const [outcome, setOutcome] = useState<Outcome>(NOTHING);
  const isFirst = useRef(true);
  useEffect(() => {
    const given = new AbortController();
    const show = (found: Omit<Outcome, 'key'> | null): void => {
      if (found === null) return;
      setOutcome((before) => ({ ...found, key, report: found.report ?? before.report }));
      if (isPassing(found.error)) {
        timer = setTimeout(render, Math.max(1000, found.error.problem.retryAfterMs ?? RETRY_MS));
      }
    };
    const render = (): void => {
      isFirst.current = false;
      void outcomeOf(body, given.signal).then(show);
    };
    let timer = setTimeout(render, isFirst.current ? 0 : PAUSE_MS);
    return () => {
      clearTimeout(timer);
      given.abort();
    };
  }, [body, key]);
  return { ...outcome, isWorking: outcome.key !== key, isChecked: outcome !== NOTHING };
}

type Body = Trial & Variant & { readonly values: Readonly<Record<string, unknown>> };

/** Null if it was cancelled. */
async function outcomeOf(body: Body, signal: AbortSignal): Promise<Omit<Outcome, 'key'> | null> {
  try {
    const report = await bodyOf(api.POST('/partner/emailTemplate/validate', { body, signal }));
    return { report, problems: problemsOf([], report.warnings), isRefused: false, error: null };
  } catch (error) {
    if (signal.aborted) return null;
    if (error instanceof Refusal && error.problem.status === 422) {
      const { errors = [], warnings = [] } = error.problem;
      return { report: null, problems: problemsOf(errors, warnings), isRefused: true, error: null };
    }
    if (isEmpty(body)) return { report: null, problems: [], isRefused: true, error: null };
    return { report: null, problems: [], isRefused: false, error };
  }
}

function isEmpty({ data }: Body): boolean {
  return data === '';
}
