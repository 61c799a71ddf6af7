import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { LargeBodies } from './large-bodies.js';

const MIB = 1024 * 1024;

describe('Large bodies of a partner', () => {
  let server: Server;
  const bodies = new LargeBodies();

  beforeEach(async () => {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  /** A request that has reached the service. */
  async function request(): Promise<{ readonly response: ServerResponse; readonly socket: Socket }> {
    const arrival = once(server, 'request');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.resume().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const [, response] = (await arrival) as [unknown, ServerResponse];
    return { response, socket };
  }

  /** Asks to be admitted, and notes it under a name. */
  async function admission(name: string, bytes: number | null, admitted: string[], partnerId = 1) {
    const { response, socket } = await request();
    const done = bodies.admit(partnerId, bytes, response).then(() => void admitted.push(name));
    return { response, socket, done };
  }

  async function answer(response: ServerResponse): Promise<void> {
    response.end();
    await once(response, 'close');
  }

  it('are admitted in order, 2 MiB at a time, until their requests are answered', async () => {
    const admitted: string[] = [];
    const first = await admission('first', 1.5 * MIB, admitted);
    const second = await admission('second', MIB, admitted);
    const third = await admission('third', 0.5 * MIB, admitted);
    await first.done;
    expect(admitted).toEqual(['first']);
    await answer(first.response);
    await Promise.all([second.done, third.done]);
    expect(admitted).toEqual(['first', 'second', 'third']);
    await Promise.all([answer(second.response), answer(third.response)]);
  });

  it('delay neither small bodies nor those of another partner', async () => {
    const admitted: string[] = [];
    const large = await admission('large', 2 * MIB, admitted);
    const small = await admission('small', 1024, admitted);
    const other = await admission('other', 2 * MIB, admitted, 2);
    await Promise.all([large.done, small.done, other.done]);
    expect(admitted).toEqual(['large', 'small', 'other']);
    await Promise.all([large, small, other].map(({ response }) => answer(response)));
  });

  it('of unknown length are admitted one at a time', async () => {
    const admitted: string[] = [];
    const unknown = await admission('unknown', null, admitted);
    const large = await admission('large', 64 * 1024, admitted);
    await unknown.done;
    expect(admitted).toEqual(['unknown']);
    await answer(unknown.response);
    await large.done;
    await answer(large.response);
  });

  it('give up their place when their sender disconnects while they wait', async () => {
    const admitted: string[] = [];
    const first = await admission('first', 2 * MIB, admitted);
    const gone = await admission('gone', 2 * MIB, admitted);
    const last = await admission('last', 2 * MIB, admitted);
    await first.done;
    const closed = once(gone.response, 'close');
    gone.socket.destroy();
    await closed;
    const refusal = expect(gone.done).rejects.toThrow('The connection broke');
    await answer(first.response);
    await refusal;
    await last.done;
    expect(admitted).toEqual(['first', 'last']);
    await answer(last.response);
  });
});
