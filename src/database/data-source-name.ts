/**
 * The name of the service's data source. It differs from TypeORM's default because TypeORM keeps one list of tables per
 * name for the whole process, and an application around the service would find our tables in its list.
 */
export const LIVERY_DATABASE = 'livery';
