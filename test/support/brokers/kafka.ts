import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Admin, Consumer, Producer } from '@platformatic/kafka';
import { testAuthority } from '../certificates.js';
import { freePort } from '../service-process.js';
import { kafka } from './install.mjs';
import { type RefusedMessage, ServerProgram, skippedWithout, type TestBroker } from './test-broker.js';

const TOPIC = 'documents';
const DEAD_LETTERS = 'documents.refused';
const GROUP = 'livery-tests';
const PARTITIONS = 4;
const PASSWORD = 'password of the tests';
const packages = kafka();

/** Like `describe`. Without Kafka it prints a notice, and the tests count as skipped. */
export const describeWithKafka = packages === null ? skippedWithout('Kafka') : describe;

/** A Kafka broker that is its own controller, on free ports of 127.0.0.1, with its data in a folder of its own. */
export class Kafka implements TestBroker {
  private constructor(
    private readonly folder: string,
    private readonly ports: { readonly plain: number; readonly secure: number },
    private readonly ca: string,
    private readonly server: ServerProgram,
  ) {}

  static async begin(): Promise<Kafka> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'livery-kafka-'));
    const ports = { plain: await freePort(), secure: await freePort(), controller: await freePort() };
    const authority = await testAuthority();
    const { key, cert } = await authority.sign();
    const settings = path.join(folder, 'server.properties');
    const inOneLine = (pem: string) => pem.trim().replaceAll(/\r?\n/g, '\\n');
    await writeFile(
      settings,
      `process.roles=broker,controller
       node.id=1
       controller.quorum.voters=1@127.0.0.1:${ports.controller}
       listeners=PLAIN://127.0.0.1:${ports.plain},SECURE://127.0.0.1:${ports.secure},CONTROLLER://127.0.0.1:${ports.controller}
       advertised.listeners=PLAIN://127.0.0.1:${ports.plain},SECURE://127.0.0.1:${ports.secure}
       listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAIN:PLAINTEXT,SECURE:SASL_SSL
       controller.listener.names=CONTROLLER
       inter.broker.listener.name=PLAIN
       sasl.enabled.mechanisms=PLAIN
       listener.name.secure.plain.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required user_livery="${PASSWORD}";
       ssl.keystore.type=PEM
       ssl.keystore.certificate.chain=${inOneLine(cert)}
       ssl.keystore.key=${inOneLine(key)}
       log.dirs=${path.join(folder, 'data')}
       auto.create.topics.enable=false
       offsets.topic.replication.factor=1
       offsets.topic.num.partitions=1
       transaction.state.log.replication.factor=1
       transaction.state.log.min.isr=1
       group.initial.rebalance.delay.ms=0
      `.replaceAll(/^ +/gm, ''),
    );
    const classes = ['-cp', path.join(packages ?? '', '*')];
    // Not random, because it must have 16 bytes and must not begin with a dash in base64url.
    const cluster = Buffer.from('livery-of-a-test').toString('base64url');
    execFileSync('java', [...classes, 'kafka.tools.StorageTool', 'format', '-t', cluster, '-c', settings], {
      stdio: 'ignore',
    });
    const words = [
      '-Xmx256m',
      '-XX:+UseSerialGC',
      '-XX:TieredStopAtLevel=1',
      ...classes,
      'kafka.Kafka',
      settings,
    ];
    const server = new ServerProgram(ports.plain, 'java', words, { cwd: folder });
    const broker = new Kafka(folder, ports, authority.file, server);
    await broker.start();
    const admin = new Admin(broker.client);
    await admin.createTopics({ topics: [TOPIC], partitions: PARTITIONS, replicas: 1 });
    await admin.createTopics({ topics: [DEAD_LETTERS], partitions: 1, replicas: 1 });
    await admin.close();
    return broker;
  }

  get environment(): Readonly<Record<string, string>> {
    return { ...this.topics, EVENT_SOURCE: `kafka://127.0.0.1:${this.ports.plain}` };
  }

  get secureEnvironment(): Readonly<Record<string, string>> {
    const url = `kafkas://livery:${encodeURIComponent(PASSWORD)}@127.0.0.1:${this.ports.secure}`;
    return { ...this.topics, EVENT_SOURCE: url, EVENT_SOURCE_CA_FILE: this.ca };
  }

  async publish(bodies: readonly (string | Buffer)[]): Promise<void> {
    const producer = new Producer(this.client);
    const messages = bodies.map((body, index) => ({
      topic: TOPIC,
      partition: index % PARTITIONS,
      value: Buffer.from(body),
    }));
    await producer.send({ messages, acks: -1 });
    await producer.close();
  }

  async left(): Promise<number> {
    const consumer = new Consumer({ ...this.client, groupId: GROUP });
    const partitions = Array.from({ length: PARTITIONS }, (_, partition) => partition);
    const ends = (await consumer.listOffsets({ topics: [TOPIC] })).get(TOPIC) ?? [];
    const committed = await consumer.listCommittedOffsets({ topics: [{ topic: TOPIC, partitions }] });
    await consumer.close();
    const done = committed.get(TOPIC) ?? [];
    return ends.reduce((sum, end, at) => sum + Number(end - maximum(done[at] ?? 0n, 0n)), 0);
  }

  async refused(): Promise<readonly RefusedMessage[]> {
    const consumer = new Consumer({ ...this.client, groupId: `reader-${randomBytes(4).toString('hex')}` });
    const [end = 0n] = (await consumer.listOffsets({ topics: [DEAD_LETTERS] })).get(DEAD_LETTERS) ?? [];
    const letters: RefusedMessage[] = [];
    if (end > 0n) {
      const stream = await consumer.consume({ topics: [DEAD_LETTERS], mode: 'earliest', autocommit: false });
      for await (const { value, headers, offset } of stream) {
        const named = new Map([...headers].map(([name, text]) => [name.toString(), text.toString()]));
        letters.push({
          body: value.toString(),
          problem: JSON.parse(named.get('livery-problem') ?? 'null'),
          source: named.get('livery-source') ?? '',
        });
        if (offset === end - 1n) break;
      }
      await stream.close();
    }
    await consumer.close();
    return letters;
  }

  async kill(): Promise<void> {
    await this.server.kill();
  }

  async start(): Promise<void> {
    await this.server.start();
  }

  async stop(): Promise<void> {
    await this.server.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  private get client() {
    return {
      clientId: 'tests',
      bootstrapBrokers: [`127.0.0.1:${this.ports.plain}`],
      retries: 20,
      retryDelay: 200,
    };
  }

  private get topics(): Readonly<Record<string, string>> {
    return {
      EVENT_SOURCE_NAME: TOPIC,
      EVENT_SOURCE_DEAD_LETTERS: DEAD_LETTERS,
      EVENT_SOURCE_GROUP: GROUP,
    };
  }
}

function maximum(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
