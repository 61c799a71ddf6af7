import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { placed, RenderRefusal } from '../domain/template-fault.js';
import { TemplateSource } from '../domain/template-source.js';
import { TextLines } from '../domain/text-lines.js';
import { Renderer } from '../renderer.js';
import type { RenderAnswer, RenderTask } from './render-task.js';
import type { ThreadStart } from './render-thread.js';

// MJML runs the .mjmlconfig it finds in the working directory. Here that is the folder of this file, which nobody but
// the service's own code is in; it has to be so before MJML is loaded.
const ownFolder = path.dirname(fileURLToPath(import.meta.url));
process.cwd = () => ownFolder;

const renderer = await Renderer.load(workerData as ThreadStart);
// The first time is slow; better now than within somebody's deadline.
const text = '<mj-section><mj-column><mj-text>{{a}}</mj-text></mj-column></mj-section>';
const sample = new TemplateSource('mjml', 'hbs', `<mjml><mj-body>${text}</mj-body></mjml>`);
await renderer.check(sample, null);
await renderer.report(sample, {}, null);

parentPort?.on('message', (task: RenderTask) => void answer(task));
parentPort?.postMessage('ready');

async function answer(task: RenderTask): Promise<void> {
  parentPort?.postMessage(await outcomeOf(task));
}

async function outcomeOf(task: RenderTask): Promise<RenderAnswer> {
  const lines = new TextLines(task.source.data);
  try {
    if (task.kind === 'check') {
      return { kind: 'checked', check: await renderer.check(task.source, task.emailKind) };
    }
    if (task.kind === 'variables') return { kind: 'found', variables: renderer.variables(task.source) };
    if (task.kind === 'report') {
      return { kind: 'reported', report: await renderer.report(task.source, task.variables, task.emailKind) };
    }
    return { kind: 'rendered', ...(await renderer.render(task.source, task.variables)) };
  } catch (error) {
    if (error instanceof RenderRefusal) {
      return { kind: 'refused', reason: error.reason, fault: placed(error.fault, lines) };
    }
    return {
      kind: 'failed',
      message: error instanceof Error ? error.message : 'Something unknown was thrown.',
    };
  }
}
