-- Whose record a parked stream is: when that person is removed it has nothing to wait for.
alter table read.parked add column owner uuid;
alter table read_next.parked add column owner uuid;
alter table read_check.parked add column owner uuid;
