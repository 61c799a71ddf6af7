import type { Readable, Writable } from 'node:stream';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Command } from 'commander';
import { InputPipe } from '../shared/http/input.pipe.js';
import { openLog } from '../shared/logging/log.js';
import { NestLog } from '../shared/logging/nest-log.js';
import { Settings } from '../shared/settings.js';
import { CliModule } from './cli.module.js';
import { CommandFailed } from './failure.js';

/** Where a command runs: the settings it takes, what it reads and where it writes. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
}

/** What a command has to say: as data, and in words. */
export interface Report {
  readonly view: unknown;
  readonly text: string;
  /** Why it is no success all the same; null or absent when it is one. */
  readonly failure?: string | null;
}

/** One run of the command line. It opens the service's parts when a command first asks for one. */
export class Session {
  private opened: Promise<INestApplicationContext> | null = null;

  constructor(readonly surroundings: Surroundings) {}

  /** A part of the service, on the service's database, without its routes and its worker. */
  async use<Part>(part: Type<Part>): Promise<Part> {
    this.opened ??= this.open();
    return (await this.opened).get(part, { strict: false });
  }

  /**
   * Holds what was given against the rules of the route that does the same, so that both doors take the same.
   * @throws InvalidInput
   */
  async obeying<Body extends object>(body: new () => Body, given: object): Promise<Body> {
    const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const input = (await this.use(InputPipe)).transform(known, { type: 'body', metatype: body });
    if (input instanceof body) return input;
    throw new Error(`${body.name} has no rules.`);
  }

  /** An action for Commander: runs the command, and prints its report in the form that was asked for. */
  reporting<Options extends object>(
    command: (options: Options) => Promise<Report>,
  ): (options: Options, self: Command) => Promise<void> {
    return async (options, self) => {
      const { view, text, failure = null } = await command(options);
      const { json = false } = self.optsWithGlobals<{ json?: boolean }>();
      this.surroundings.stdout.write(json ? `${JSON.stringify(view, null, 2)}\n` : `${text}\n`);
      if (failure !== null) throw new CommandFailed(failure);
    };
  }

  async close(): Promise<void> {
    const context = await this.opened?.catch(() => null);
    await context?.close();
  }

  private open(): Promise<INestApplicationContext> {
    // What goes wrong is told by the command itself.
    const log = openLog('silent');
    return NestFactory.createApplicationContext(CliModule.with(new Settings(this.surroundings.env), log), {
      abortOnError: false,
      logger: new NestLog(log.lines),
    });
  }
}
