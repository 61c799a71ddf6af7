import { SetMetadata } from '@nestjs/common';

export const READS_ITS_BODY = 'livery:reads-its-body';

/** Marks a POST whose handler reads the body itself, or deliberately ignores it. */
export const ReadsItsBody = () => SetMetadata(READS_ITS_BODY, true);
