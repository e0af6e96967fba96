-- An approval is for exactly one write: its body and the version that it expects are part of it. Those of before live two minutes.
delete from approval;
alter table approval
  -- SHA-256 of the bytes of the body, in hex.
  add column body_hash text not null,
  -- The If-Match header; empty without one.
  add column if_match text not null;
