-- Finds what one person recorded, newest first, for the filter "Taken by".
create index enrolment_of_recorder on enrolment (branch_id, kind, created_by, effective_date desc, id desc);
create index book_payout_of_recorder on book_payout (branch_id, created_by, effective_date desc, id desc);
