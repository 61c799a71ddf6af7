import type { Readable, Writable } from 'node:stream';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Command } from 'commander';
import { CellsService } from '../cell/cells.service.js';
import { requireDataFolder } from '../shared/data-folder.js';
import { InputPipe } from '../shared/http/input.pipe.js';
import { openLog } from '../shared/logging/log.js';
import { NestLog } from '../shared/logging/nest-log.js';
import { Settings } from '../shared/settings.js';
import { CliModule } from './cli.module.js';
import { CommandFailed } from './failure.js';

/** The context of a command: environment, input and output. */
export interface CommandContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
}

/** The report of a command, as data and as text. */
export interface Report {
  readonly view: unknown;
  readonly text: string;
  /** The reason why the command failed although it has a report; null or absent if it succeeded. */
  readonly failure?: string | null;
}

/** One run of the command line. It loads the service's parts when a command first uses one. */
export class Session {
  private opened: Promise<INestApplicationContext> | null = null;
  private cell: string | null = null;

  constructor(readonly context: CommandContext) {}

  /** A part of the service, on the service's database, without its routes and its worker. */
  async use<Part>(part: Type<Part>): Promise<Part> {
    this.opened ??= this.open();
    return (await this.opened).get(part, { strict: false });
  }

  /**
   * Checks input by the rules of the corresponding route, so that both accept the same.
   * @throws InvalidInput
   */
  async validated<Body extends object>(body: new () => Body, given: object): Promise<Body> {
    const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const input = (await this.use(InputPipe)).transform(known, { type: 'body', metatype: body });
    if (input instanceof body) return input;
    throw new Error(`${body.name} has no rules.`);
  }

  /** Points all further calls at a cell. */
  async useCell(cell: string): Promise<void> {
    if (cell === this.cell) return;
    await this.close();
    this.opened = null;
    this.cell = cell;
  }

  /** The cells, the home cell first; empty if the deployment is not divided into cells. */
  async cells(): Promise<readonly string[]> {
    if ((this.context.env['CELLS_FILE'] ?? '') === '') return [];
    const cells = await this.use(CellsService);
    return cells.areSeveral ? cells.names : [];
  }

  /** An action like `reporting` for a command about all cells: runs it in each, and prints the reports together. */
  reportingForCells<Options extends object>(
    command: (options: Options) => Promise<Report>,
  ): (options: Options, self: Command) => Promise<void> {
    return this.reporting(async (options) => {
      const reports: (Report & { readonly cell: string })[] = [];
      const cells = await this.cells();
      if (cells.length === 0) return command(options);
      for (const cell of cells) {
        await this.useCell(cell);
        reports.push({ ...(await command(options)), cell });
      }
      return together(reports);
    });
  }

  /** An action for Commander: runs the command, and prints its report as text or JSON. */
  reporting<Options extends object>(
    command: (options: Options) => Promise<Report>,
  ): (options: Options, self: Command) => Promise<void> {
    return async (options, self) => {
      const { view, text, failure = null } = await command(options);
      const { json = false } = self.optsWithGlobals<{ json?: boolean }>();
      this.context.stdout.write(json ? `${JSON.stringify(view, null, 2)}\n` : `${text}\n`);
      if (failure !== null) throw new CommandFailed(failure);
    };
  }

  async close(): Promise<void> {
    const context = await this.opened?.catch(() => null);
    await context?.close();
  }

  private get environment(): CommandContext['env'] {
    const { env } = this.context;
    return this.cell === null ? env : { ...env, CELL: this.cell };
  }

  private async open(): Promise<INestApplicationContext> {
    // The command prints its failure itself.
    const log = openLog('silent');
    const settings = new Settings(this.environment);
    requireDataFolder(settings);
    return NestFactory.createApplicationContext(CliModule.with(settings, log), {
      abortOnError: false,
      logger: new NestLog(log.lines),
    });
  }
}

/** Combines the reports of several cells. */
function together(reports: readonly (Report & { readonly cell: string })[]): Report {
  const failures = reports.flatMap(({ cell, failure = null }) =>
    failure === null ? [] : [`Cell ${cell}: ${failure}`],
  );
  return {
    view: reports.flatMap(({ cell, view }) =>
      [view].flat().map((one: unknown) => Object.assign({}, one, { cell })),
    ),
    text: reports.map(({ cell, text }) => `Cell ${cell}\n${text}`).join('\n'),
    failure: failures.length === 0 ? null : failures.join(' '),
  };
}
