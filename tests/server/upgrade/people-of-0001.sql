-- As version 0001 left it: branches, people and a session. The password is sesame-street.
insert into branch (name, address, created_at) values
  ('Al Nour', '12 Nile St', '2026-01-01T08:00:00Z'),
  ('فرع الجيزة', '', '2026-01-02T08:00:00.123456Z');
insert into app_user (branch_id, email, password_hash, first_name, last_name, account_type, created_at) values
  (1, 'Head@alnour.eg', 'scrypt:32768:8:1:xEj8exBvOIMTYkAO9ohZyQ==:emJ1oahBHWEZx1oqG5DzCKkYQSTYfeQYGoCcQOBq458=',
    'Mona', 'Adel', 'manager', '2026-01-01T08:00:00Z'),
  (2, 'desk@giza.eg', '', 'نور', 'حسن', 'staff', '2026-01-02T08:00:00Z');
insert into session (branch_id, id, user_id, generation, created_at, expires_at) values
  (1, '11111111-1111-4111-8111-111111111111', 1, 7, '2026-01-03T08:00:00Z', '2036-01-03T08:00:00Z');
