// Installs RabbitMQ, as a Debian package, and the Java packages of Kafka, for the tests of event sources. .ci/run runs
// it and prints what could not be installed. The tests that need it are then skipped.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const KAFKA = '4.2.0';
const PATIENCE_MS = 300_000;
const RABBITMQ_HOMES = ['/usr/lib/rabbitmq/lib', '/usr/local/opt', '/opt/homebrew/opt'];
const cache = fileURLToPath(new URL('../../../node_modules/.cache/livery', import.meta.url));

/** The folder of RabbitMQ's programs, installed first if possible; null if there is none. */
export function rabbitMq() {
  return foundRabbitMq() ?? (installRabbitMq() ? foundRabbitMq() : null);
}

/** The folder of the packages of Kafka's broker, fetched first if possible; null without them or without Java. */
export function kafka() {
  if (!runs('java', ['-version'])) return null;
  const folder = path.join(cache, `kafka-${KAFKA}`);
  return existsSync(folder) || downloadKafka(folder) ? folder : null;
}

function foundRabbitMq() {
  for (const home of RABBITMQ_HOMES.filter((place) => existsSync(place))) {
    const found = readdirSync(home).find((name) => name.startsWith('rabbitmq'));
    const folder = path.join(home, found ?? '', 'sbin');
    if (found !== undefined && existsSync(path.join(folder, 'rabbitmq-server'))) return folder;
  }
  return null;
}

function installRabbitMq() {
  if (process.getuid?.() !== 0 || !runs('apt-get', ['--version'])) return false;
  say('Installing RabbitMQ …');
  const apt = (...words) => runs('apt-get', ['-qq', ...words], { DEBIAN_FRONTEND: 'noninteractive' });
  return apt('update') && apt('install', '--no-install-recommends', '-y', 'rabbitmq-server');
}

function downloadKafka(folder) {
  if (!runs('mvn', ['-version'])) return false;
  say(`Downloading Kafka ${KAFKA} …`);
  mkdirSync(cache, { recursive: true });
  const place = mkdtempSync(path.join(cache, 'kafka-'));
  const project = path.join(place, 'pom.xml');
  const jars = path.join(place, 'jars');
  writeFileSync(
    project,
    `<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>livery</groupId><artifactId>kafka</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>kafka_2.13</artifactId><version>${KAFKA}</version></dependency>
  </dependencies>
</project>`,
  );
  const copied = runs('mvn', [
    '--quiet',
    '--batch-mode',
    '--file',
    project,
    'dependency:copy-dependencies',
    '-DincludeScope=runtime',
    `-DoutputDirectory=${jars}`,
  ]);
  // Another test may have been first.
  if (copied && !existsSync(folder)) renameSync(jars, folder);
  rmSync(place, { recursive: true, force: true });
  return existsSync(folder);
}

function say(text) {
  process.stderr.write(`${text}\n`);
}

function runs(command, words, environment = {}) {
  const env = { ...process.env, ...environment };
  return spawnSync(command, words, { env, stdio: 'ignore', timeout: PATIENCE_MS }).status === 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (rabbitMq() === null) say('There is no RabbitMQ: the tests of events from it are skipped.');
  if (kafka() === null)
    say('There is no Kafka (it needs Java and Maven): the tests of events from it are skipped.');
}
