// Writes the partners' API document of the built service to the given file. Runs in a process of its own, because Nest
// keeps it alive.
import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { NestFactory } from '@nestjs/core';

const built = (path) => import(new URL(`../../dist/src/${path}.js`, import.meta.url).href);
const { AppModule } = await built('app.module');
const { ApiDocuments } = await built('openapi/api-documents');
const { Settings } = await built('shared/settings');
const { openLog } = await built('shared/logging/log');

// A preview instantiates nothing: no database, no files, no port.
const options = { preview: true, logger: false, abortOnError: false };
const app = await NestFactory.create(AppModule.with(new Settings({}), openLog('error')), options);
const documents = new ApiDocuments();
documents.describe(app);
writeFileSync(process.argv[2], JSON.stringify(documents.partner()));
process.exit(0);
