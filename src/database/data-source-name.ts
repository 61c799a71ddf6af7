/**
 * What the service calls its data source, wherever it names its tables. Not TypeORM's default: TypeORM keeps one list of
 * tables per name for the whole process, and an application around the service would find ours in its own.
 */
export const LIVERY_DATABASE = 'livery';
