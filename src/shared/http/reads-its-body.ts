import { SetMetadata } from '@nestjs/common';

export const READS_ITS_BODY = 'livery:reads-its-body';

/** Marks a POST whose handler reads the request's body itself, or lets callers send one that it ignores. */
export const ReadsItsBody = () => SetMetadata(READS_ITS_BODY, true);
