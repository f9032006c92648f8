-- A log that holds nothing yet may be given the identity of one that is put into it whole (log import): seals, signed heads
-- and the proofs of certificates name the log by it. From its first event on the identity is kept, as before; no service
-- has the right to change it at any time.
create function log.refuse_other_identity() returns trigger language plpgsql as $$
begin
  if exists (select from log.events) then
    raise exception '% on %.% is refused: history is only ever appended to.', tg_op, tg_table_schema, tg_table_name
      using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;
revoke all on function log.refuse_other_identity() from public;

drop trigger identity_is_kept on log.identity;
create trigger identity_is_kept before delete or truncate on log.identity
  for each statement execute function log.refuse_change();
create trigger identity_is_kept_with_history before update on log.identity
  for each statement execute function log.refuse_other_identity();
