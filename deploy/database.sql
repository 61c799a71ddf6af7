-- The first statements of compose.yaml's database: a role without special rights, and a database that it owns.
CREATE ROLE livery LOGIN PASSWORD 'livery';
CREATE DATABASE livery OWNER livery;
