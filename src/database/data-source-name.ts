/**
 * The name of the service's data source. Not TypeORM's default, because TypeORM keeps one list of tables per name for
 * the whole process, and a host application would find our tables in its list.
 */
export const LIVERY_DATABASE = 'livery';
