-- As version 0003 left it, after the people of 0001: January has ended, February runs; the other branch has no month yet.
insert into month (branch_id, name, status, start_date, end_date, figures) values
  (1, 'January', 'ended', '2026-01-01', '2026-01-31', '{"adult_course_revenue": "1500.00"}'),
  (1, 'February', 'running', '2026-02-01', null, null);
insert into student_counter (branch_id, last) values (1, 3), (2, 1);
insert into student (branch_id, code_number, code, name, phone, birthdate, folded, folded_name, grams, name_grams, created_at) values
  (1, 1, 'S-0001', 'Mona Adel', '0100', '2010-05-06', 's-0001 mona adel', 'mona adel',
    '{s-0,-00,000,001,mon,ona,ade,del}', '{mon,ona,ade,del}', '2026-01-03T09:00:00Z'),
  (1, 3, 'S-0003', 'يوسف', null, null, 's-0003 يوسف', 'يوسف', '{s-0,-00,000,003,يوس,وسف}', '{يوس,وسف}', '2026-02-03T09:00:00Z'),
  (2, 1, 'S-0001', 'Ali', null, null, 's-0001 ali', 'ali', '{s-0,-00,000,001,ali}', '{ali}', '2026-02-04T09:00:00Z');
insert into enrolment (branch_id, kind, student_id, level, period, transportation_type, price, paid_amount, receipt_number,
    custom_date, notes, month_id, created_at, created_by, folded, grams) values
  (1, 'adult-course', 1, '3', '2', 'parent', 300000, 100000, '1001', '2025-12-30', 'evenings', 1, '2026-01-05T10:00:00Z', 1, '1001', '{100,001}'),
  (1, 'adult-course', 2, '1', '1', 'our_bus', 120000, 120000, '1002', null, null, 2, '2026-02-05T10:00:00Z', 1, '1002', '{100,002}'),
  (2, 'adult-course', 3, '18', '12', 'outside_bus', 9999999999, 10000, '1', null, null, null, '2026-02-06T10:00:00Z', 2, '1', '{}');
insert into enrolment (branch_id, kind, related_id, student_id, paid_amount, receipt_number, month_id, created_at, created_by,
    folded, grams) values
  (1, 'adult-course', 1, 1, 50000, '1003', 1, '2026-01-20T10:00:00Z', 1, '1003', '{100,003}'),
  (1, 'adult-course', 1, 1, 25050, '1004', 2, '2026-02-10T10:00:00Z', 1, '1004', '{100,004}');
insert into idempotency (branch_id, key, user_id, method, path, body_hash, status, answer, created_at) values
  (1, '22222222-2222-4222-8222-222222222222', 1, 'POST', '/api/students/',
    -- sha256 of {"name":"Mona Adel"}
    encode(sha256('{"name":"Mona Adel"}'), 'hex'), 201, '{"id":"1","name":"Mona Adel"}', '2026-02-03T09:00:00Z');
