import type { ChildProcess } from 'node:child_process';

/**
 * Closes a connection that was handed to a process which ended before it took it. node:cluster keeps such a connection
 * open without telling anyone, so its client would wait until its own time limit.
 */
export class HandedOverConnections {
  /** The process that each connection was handed to last. One that refuses it, because it stops, returns it. */
  private readonly takers = new WeakMap<object, ChildProcess>();

  /** Call it before the process is handed connections. */
  watch(child: ChildProcess): void {
    // One at a time: the next follows when the process has confirmed the last one, which the supervisor then closes.
    let last: Connection | null = null;
    const send = child.send.bind(child);
    Object.assign(child, {
      send: (...values: Parameters<typeof send>) => {
        const [message, handle] = values;
        if (isNewConnection(message) && isConnection(handle)) {
          this.takers.set(handle, child);
          last = handle;
        }
        return send(...values);
      },
    });
    child.once('exit', () => {
      if (last !== null && this.takers.get(last) === child) last.close();
    });
  }
}

/** A handle of Node's, which may be closed more than once. */
interface Connection {
  close(): void;
}

function isConnection(handle: unknown): handle is Connection {
  return (
    typeof handle === 'object' && handle !== null && 'close' in handle && typeof handle.close === 'function'
  );
}

/** True for the message with which node:cluster hands over a connection. */
function isNewConnection(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'act' in message && message.act === 'newconn';
}
