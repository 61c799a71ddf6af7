import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { placed, RenderRefusal } from '../domain/template-fault.js';
import { TemplateSource } from '../domain/template-source.js';
import { TextLines } from '../domain/text-lines.js';
import { Renderer } from '../renderer/renderer.js';
import type { StoredStructures } from '../staged/stored-structures.js';
import { StructurePort } from '../structures/structure-port.js';
import { IdleGarbage } from './idle-garbage.js';
import type { RenderAnswer, RenderTask } from './render-task.js';
import type { ThreadReady, ThreadStart } from './render-thread.js';
import { ownThreadId } from './thread-cpu.js';
import { variablesIn } from './variables-text.js';

// MJML runs a .mjmlconfig in the working directory. Make that the folder of this file, which contains only our own code,
// before MJML is loaded.
const ownFolder = path.dirname(fileURLToPath(import.meta.url));
process.cwd = () => ownFolder;

const { limits, cacheBytes, structures } = workerData as ThreadStart;
const renderer = await Renderer.load({ limits, cacheBytes });
const stored = structures === null ? null : new StructurePort(structures);
// Render once, because the first render is slow and must not count towards an email's deadline.
const text = '<mj-section><mj-column><mj-text>{{a}}</mj-text></mj-column></mj-section>';
const sample = new TemplateSource('mjml', 'hbs', `<mjml><mj-body>${text}</mj-body></mjml>`);
await renderer.check(sample, null);
await renderer.report(sample, {}, null);

const garbage = new IdleGarbage();
garbage.idle();

parentPort?.on('message', (task: RenderTask) => void answer(task));
parentPort?.postMessage({ threadId: ownThreadId() } satisfies ThreadReady);

async function answer(task: RenderTask): Promise<void> {
  garbage.busy();
  const outcome = await outcomeOf(task);
  // Transfer the buffer of the bytes instead of copying it.
  const handedOver = outcome.kind === 'rendered' ? [outcome.html.buffer as ArrayBuffer] : [];
  parentPort?.postMessage(outcome, handedOver);
  garbage.idle();
}

function storedFor({ structuresOf }: Extract<RenderTask, { kind: 'render' }>): StoredStructures | null {
  return structuresOf === null || stored === null ? null : stored.of(structuresOf);
}

async function outcomeOf(task: RenderTask): Promise<RenderAnswer> {
  try {
    if (task.kind === 'check all') {
      const checks = [];
      for (const source of task.sources) checks.push(await renderer.check(source, null));
      return { kind: 'checked all', checks };
    }
    if (task.kind === 'check part') return { kind: 'checked', check: renderer.checkPart(task.source) };
    if (task.kind === 'check') {
      return { kind: 'checked', check: await renderer.check(task.source, task.emailKind) };
    }
    if (task.kind === 'check line') {
      return { kind: 'checked', check: { faults: renderer.checkLine(task.source.data), warnings: [] } };
    }
    if (task.kind === 'line') {
      return { kind: 'line', text: renderer.line(task.source.data, variablesIn(task.variables)) };
    }
    if (task.kind === 'variables') return { kind: 'found', variables: renderer.variables(task.source) };
    if (task.kind === 'report') {
      const variables = variablesIn(task.variables);
      return { kind: 'reported', report: await renderer.report(task.source, variables, task.emailKind) };
    }
    const variables = variablesIn(task.variables);
    const { html, text } = await renderer.renderBytes(task.source, variables, storedFor(task));
    return { kind: 'rendered', html, text };
  } catch (error) {
    if (error instanceof RenderRefusal && task.kind !== 'check all') {
      const lines = new TextLines(task.source.data);
      return { kind: 'refused', reason: error.reason, fault: placed(error.fault, lines) };
    }
    return {
      kind: 'failed',
      message: error instanceof Error ? error.message : 'Something unknown was thrown.',
    };
  }
}
