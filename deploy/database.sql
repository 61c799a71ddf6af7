-- What the database of compose.yaml starts with: a role for the service that is above nothing, and owns its database.
CREATE ROLE livery LOGIN PASSWORD 'livery';
CREATE DATABASE livery OWNER livery;
