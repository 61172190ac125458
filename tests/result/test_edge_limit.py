import polars as pl

from radot_fast.result.edge_limit import heaviest


def test_the_heaviest_edges_of_each_pair_stay_in_their_order(caplog):
    edges = pl.DataFrame(
        {
            "row": [0, 0, 0, 1, 1],
            "mass": [0.1, 0.5, 0.4, 0.5, 0.5],
            "edge": [0, 1, 2, 3, 4],
        }
    )
    assert heaviest(edges, 6).equals(edges)
    assert heaviest(edges, 3).equals(edges)
    assert "edges" not in caplog.text
    kept = heaviest(edges, 2)
    assert kept["edge"].to_list() == [1, 2, 3, 4]
    assert "1 pairs have more than 2 edges: the heaviest are kept, 1 are left out" in caplog.text
