import { collectGarbage } from './shared/collect-garbage.js';

/** Longer than the five seconds over which V8 measures the allocation rate. */
const CHECK_EVERY_MS = 7_000;
/** Share of a core. A busier process collects garbage by itself, and a forced collection would pause it. */
const IDLE_SHARE = 0.02;
/**
 * The first promotes the survivors. By the second V8 has seen a low allocation rate and shrinks the young generation.
 */
const COLLECTIONS = 2;

/**
 * Collects the garbage of the startup, about 25 MiB, once the process is idle. By itself V8 would wait for further
 * garbage, which an idle process never makes. It returns memory only in a collection at a low allocation rate.
 */
export function collectStartGarbage(): void {
  let collections = 0;
  let usage = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(usage);
    usage = process.cpuUsage();
    if (user + system > IDLE_SHARE * CHECK_EVERY_MS * 1_000) return;
    collectGarbage();
    collections += 1;
    if (collections === COLLECTIONS) clearInterval(timer);
  }, CHECK_EVERY_MS).unref();
}
