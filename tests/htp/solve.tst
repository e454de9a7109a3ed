# The engine "exact" by HTP: who wins, and which moves.

1 boardsize 3 3
2 dfpn-solve-state black
#? [black]
3 param_nashd engine exact
3 nashd-values black
#? [a1 loss b1 loss c1 win a2 win b2 win c2 win a3 win b3 loss c3 loss]
# the winning moves without inferior ones: the other three are no better than these
3 dfpn-solver-find-winning black
#? [b2 c2]
4 play b b1
5 dfpn-solve-state white
#? [white]
6 undo
7 play b a2
8 dfpn-solve-state white
#? [black]
9 dfpn-solver-find-winning white
#? []

# the side after the command moves, whose turn it is or not
10 clear_board
11 dfpn-solve-state white
#? [white]

12 boardsize 5
13 play b a1
14 dfpn-solve-state w
#? [white]
15 undo
16 dfpn-clear-tt
17 play b a5
18 dfpn-solve-state w
#? [black]

# more columns than rows: Black joins the nearer pair
20 boardsize 4 3
21 dfpn-solve-state white
#? [black]
22 boardsize 3 4
23 dfpn-solve-state black
#? [white]

# a game that is over
30 boardsize 2
31 play b a1
32 play b a2
33 dfpn-solve-state
#? [black]
34 dfpn-solver-find-winning black
#? [b1 b2]
35 dfpn-solver-find-winning white
#? []

40 boardsize 4
42 nashd-line b
#? [[abcd].*]
43 genmove b
#? [[abcd][1234]]
44 nashd-values w
#? [[abcd][1234] (win|loss|0).*]

# with the swap rule, genmove takes a stone that wins and leaves one that loses
50 boardsize 5
51 param_game allow_swap 1
52 play b c3
53 genmove w
#? [swap-pieces]
54 clear_board
55 play b a1
56 genmove w
#? [[a-e][1-5]]
57 param_nashd engine uct
58 param_nashd iterations 2000
59 clear_board
60 play b c3
61 genmove w
#? [swap-pieces]
62 genmove b
#? [[a-e][1-5]]
quit
